/** Page on which the owner of a setup confirms it. */
export const confirmSetup = `{% layout 'layout' %}{% block main %}
<p>{% if isDestination %}What you keep at <strong>{{ setup.subject }}</strong> will be connected to{% else %}Your accounts at <strong>{{ setup.subject }}</strong> will be shown to{% endif %}
{% if setup.email %}the Tributary account of <strong>{{ setup.userName }}</strong> ({{ setup.email }}){% else %}the app <strong>{{ setup.appName }}</strong>, for its user <strong>{{ setup.userName }}</strong>{% endif %}.</p>
{% if setup.email and setup.appName %}<p>The app <strong>{{ setup.appName }}</strong> asked for this. It is not part of Tributary.</p>{% endif %}
<p>Go on only if you began this yourself. If somebody sent you this link, they would receive what is yours.</p>
<form method="post" action="{{ path }}">
<input type="hidden" name="_csrf" value="{{ csrf }}">
<div class="actions"><button name="decision" value="confirm">Go on to {{ setup.subject }}</button><button class="quiet" name="decision" value="refuse">Do not connect</button></div>
</form>
<p class="hint">Come back in this browser: in another one you would have to begin again.</p>
{% endblock %}`;

export const leaveForSetup = `{% layout 'layout' %}{% block main %}
<p role="status">You are being sent to {{ setup.subject }}.</p>
<p><a id="continue" href="{{ link }}" rel="noreferrer">Go on to {{ setup.subject }}</a></p>
{% endblock %}`;

export const setupEnded = `{% layout 'layout' %}{% block main %}
<p>{{ text }}</p>
{% if back %}<p><a id="continue" href="{{ back }}" rel="noreferrer">Back to where you came from</a></p>{% endif %}
{% endblock %}`;
