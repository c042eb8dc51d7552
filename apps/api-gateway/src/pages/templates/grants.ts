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

export const grants = `{% layout 'layout' %}{% block main %}
<p>Apps that you have let in.</p>
{% if rows.size == 0 %}<p>There are none.</p>{% endif %}
{% if paused.size > 0 %}
<section aria-labelledby="paused">
<h2 id="paused">Paused</h2>
<p>These were made by an app or token whose access ended or became less. They do nothing until you keep them; then they go on as your own.</p>
<ul>{% for thing in paused %}
<li>{{ thing.what }}: {{ thing.name }} (by {{ thing.by }}, since {{ thing.since }})
<form method="post" action="/account/apps/paused/{{ thing.kind }}/{{ thing.id }}/keep"><input type="hidden" name="_csrf" value="{{ csrf }}"><button aria-label="Keep {{ thing.name }}">Keep</button></form>
<form method="post" action="/account/apps/paused/{{ thing.kind }}/{{ thing.id }}/delete"><input type="hidden" name="_csrf" value="{{ csrf }}"><button class="bad" aria-label="Delete {{ thing.name }}">Delete</button></form></li>
{% endfor %}</ul>
</section>
{% endif %}
{% for grant in rows %}
<section aria-labelledby="grant-{{ grant.id }}">
<h2 id="grant-{{ grant.id }}">{{ grant.name }}</h2>
<p>{% if grant.name != grant.app %}{{ grant.app }}. {% endif %}Since {{ grant.since }}; last used {{ grant.lastUsed }}{% if grant.ends %}; ends on {{ grant.ends }}{% endif %}. It may: {{ grant.may }}. It sees: {{ grant.accounts }}.</p>
<p><a href="/account/apps/{{ grant.id }}">Rename or restrict {{ grant.name }}</a></p>
{% if grant.made.size > 0 %}<p>It made the following, which pauses when you end its access; you may keep it then:</p>
<ul>{% for thing in grant.made %}<li>{{ thing.what }}: {{ thing.name }}</li>{% endfor %}</ul>{% endif %}
<form method="post" action="/account/apps/{{ grant.id }}/revoke"><input type="hidden" name="_csrf" value="{{ csrf }}"><button class="bad">End the access of {{ grant.name }}</button></form>
</section>
{% endfor %}
{% endblock %}`;

export const changeGrant = `{% layout 'layout' %}{% block main %}
<p>You can give the access of {{ app }} another name, take scopes and accounts from it, and let it end earlier. To give it more, let
the app ask you again.{% if ends %} It ends on {{ ends }}.{% endif %}</p>
<form method="post" action="{{ path }}">
<input type="hidden" name="_csrf" value="{{ csrf }}">
{% render 'restricting', form: form, scopes: scopes, accounts: accounts, hasEverything: hasEverything, hasAllAccounts: hasAllAccounts, endHint: 'At the beginning of that day (UTC). Leave it empty to keep it as it is.', invalid: invalid %}
<button>Save</button>
</form>
<p><a href="/account/apps">Leave it as it is</a></p>
{% endblock %}`;
