const form = `
{% render 'field', name: 'name', label: 'Name', hint: 'Users see it when they are asked to let the app in.', value: form.name, required: true, invalid: invalid %}
{% render 'field', name: 'homepage', label: 'Home page', hint: 'Optional; an https address.', type: 'url', value: form.homepage, invalid: invalid %}
<div class="field"><label for="redirect_uris">Redirect addresses</label><p class="hint" id="redirect_uris-hint">One a line, compared to the letter: https, http on this computer (127.0.0.1), or an app’s own scheme such as com.example.app:/callback.</p>
<textarea id="redirect_uris" name="redirect_uris" rows="3" aria-describedby="redirect_uris-hint">{{ form.redirect_uris }}</textarea></div>
{% render 'scopes', legend: 'What it may ask users for', choices: scopes %}`;

export const apps = `{% layout 'layout' %}{% block main %}
<p>An app acts for users who let it in, by OAuth 2.0 (authorization code with PKCE).</p>
<h2>Your apps</h2>
{% if rows.size == 0 %}<p>There are none.</p>{% else %}<ul>
{% for app in rows %}<li><a href="/developers/apps/{{ app.id }}">{{ app.name }}</a>: <code>{{ app.clientId }}</code></li>{% endfor %}
</ul>{% endif %}
<h2 id="register">Register an app</h2>
<form method="post" action="/developers/apps" aria-labelledby="register">
<input type="hidden" name="_csrf" value="{{ csrf }}">${form}
<fieldset><legend>Where it runs</legend>
<label class="choice"><input type="radio" name="confidential" value="yes" checked> On a server, which can keep a secret</label>
<label class="choice"><input type="radio" name="confidential" value="no"> On users’ devices or in their browsers, which cannot</label>
<label class="choice"><input type="checkbox" name="manages_users" value="yes"> It has users of its own who never hold an account here (managed users; needs a secret)</label>
</fieldset>
<button>Register the app</button>
</form>
{% endblock %}`;

export const app = `{% layout 'layout' %}{% block main %}
{% if secret %}
<div class="secret" role="status">
<h2>The app’s secret</h2>
<p><code id="new-secret">{{ secret }}</code></p>
<p>Copy it now: it is not kept, and cannot be shown again.</p>
</div>
{% endif %}
<dl><dt>Client id</dt><dd><code id="client-id">{{ app.clientId }}</code></dd>
<dt>Kind</dt><dd>{% if app.confidential %}With a secret{% else %}Public, without a secret{% endif %}{% if app.managesUsers %}; manages users of its own{% endif %}</dd>
<dt>Let in by</dt><dd>{{ app.grants }}</dd></dl>
<h2 id="change">Change it</h2>
<form method="post" action="/developers/apps/{{ app.id }}" aria-labelledby="change">
<input type="hidden" name="_csrf" value="{{ csrf }}">${form}
<button>Save</button>
</form>
<h2>More</h2>
<div class="actions">
{% if app.confidential %}<form method="post" action="/developers/apps/{{ app.id }}/secret"><input type="hidden" name="_csrf" value="{{ csrf }}"><button class="quiet">Make a new secret; the present one ends at once</button></form>{% endif %}
<form method="post" action="/developers/apps/{{ app.id }}/delete"><input type="hidden" name="_csrf" value="{{ csrf }}"><button class="bad">Delete the app; it loses all access at once</button></form>
</div>
{% endblock %}`;
