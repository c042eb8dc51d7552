export const consent = `{% layout 'layout' %}{% block main %}
<p><strong>{{ app.name }}</strong>{% if app.homepage %} (<a href="{{ app.homepage }}" rel="noreferrer">{{ app.homepage }}</a>){% endif %} asks to act for you, {{ session.email }}. It is not part of Tributary. You are sent back to <code>{{ app.returnsTo }}</code>.</p>
<form method="post" action="{{ path }}">
<input type="hidden" name="_csrf" value="{{ csrf }}">
{% render 'scopes', legend: 'What it may do', choices: scopes %}
{% render 'accounts', legend: 'Which accounts it sees', choices: accounts, extent: form.accounts %}
<div class="actions"><button name="decision" value="allow">Let it in</button><button class="quiet" name="decision" value="deny">Refuse</button></div>
</form>
<p class="hint">You can end this at any time among your <a href="/developers?tab=grants">grants</a>.</p>
{% endblock %}`;
