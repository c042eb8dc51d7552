export const signIn = `{% layout 'layout' %}{% block main %}
<form method="post" action="/sign-in">
<input type="hidden" name="_csrf" value="{{ csrf }}"><input type="hidden" name="return_to" value="{{ returnTo }}">
{% render 'field', name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: form.email, required: true, invalid: invalid %}
{% render 'field', name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', required: true, invalid: invalid %}
<button>Sign in</button>
</form>
<p><a href="/forgotten-password">Forgotten your password?</a></p>
{% if isSignUpOffered %}<p>No account yet? <a href="/sign-up?return_to={{ returnTo | url_encode }}">Make one</a>.</p>{% endif %}
{% endblock %}`;

export const signUp = `{% layout 'layout' %}{% block main %}
<form method="post" action="/sign-up">
<input type="hidden" name="_csrf" value="{{ csrf }}"><input type="hidden" name="return_to" value="{{ returnTo }}">
{% if form.invitation != '' %}<input type="hidden" name="invitation" value="{{ form.invitation }}">
{% endif %}{% render 'field', name: 'name', label: 'Your name', autocomplete: 'name', value: form.name, required: true, invalid: invalid %}
{% render 'field', name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: form.email, required: true, invalid: invalid %}
{% render 'field', name: 'password', label: 'Password', hint: passwordHint, type: 'password', autocomplete: 'new-password', required: true, invalid: invalid %}
<button>Make an account</button>
</form>
<p>Have one already? <a href="/sign-in?return_to={{ returnTo | url_encode }}">Sign in</a>.</p>
{% endblock %}`;

export const firstRun = `{% layout 'layout' %}{% block main %}
<p>Nobody has an account here yet. The first one is yours, and makes you the administrator.</p>
<form method="post" action="/first-run">
<input type="hidden" name="_csrf" value="{{ csrf }}">
{% render 'field', name: 'code', label: 'Code from the terminal', hint: 'Tributary shows it where you started it, such as 7KQ2-M9XF-3TRD. A new start shows a new one.', autocomplete: 'one-time-code', required: true, invalid: invalid %}
{% render 'field', name: 'name', label: 'Your name', autocomplete: 'name', value: form.name, required: true, invalid: invalid %}
{% render 'field', name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: form.email, required: true, invalid: invalid %}
{% render 'field', name: 'password', label: 'Password', hint: passwordHint, type: 'password', autocomplete: 'new-password', required: true, invalid: invalid %}
<button>Make the first account</button>
</form>
<p class="hint">No code? <code>npx tributary users first-run-code</code> makes one, wherever the services run.</p>
{% endblock %}`;

export const account = `{% layout 'layout' %}{% block main %}
<dl><dt>Name</dt><dd>{{ session.userName }}</dd><dt>E-mail address</dt><dd>{{ session.email }}</dd><dt>Plan</dt><dd>{{ session.plan }}</dd></dl>
<h2 id="change-profile">Change your name or e-mail address</h2>
<form method="post" action="/account/profile" aria-labelledby="change-profile">
<input type="hidden" name="_csrf" value="{{ csrf }}">
{% render 'field', name: 'name', label: 'Your name', autocomplete: 'name', value: profile.name, required: true, invalid: invalid %}
{% render 'field', name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: profile.email, required: true, invalid: invalid %}
{% render 'field', name: 'profile_password', label: 'Your password', hint: 'Needed for another e-mail address.', type: 'password', autocomplete: 'current-password', invalid: invalid %}
<button>Save</button>
</form>
<h2 id="change-password">Change your password</h2>
<form method="post" action="/account/password" aria-labelledby="change-password">
<input type="hidden" name="_csrf" value="{{ csrf }}">
{% render 'field', name: 'current_password', label: 'Present password', type: 'password', autocomplete: 'current-password', required: true, invalid: invalid %}
{% render 'field', name: 'password', label: 'New password', hint: passwordHint, type: 'password', autocomplete: 'new-password', required: true, invalid: invalid %}
<fieldset><legend>And end what others could have</legend>
<label class="choice"><input type="checkbox" name="end" value="sessions"{% if end.sessions %} checked{% endif %}> Sign out everywhere else</label>
<label class="choice"><input type="checkbox" name="end" value="tokens"{% if end.tokens %} checked{% endif %}> Revoke all my tokens</label>
<label class="choice"><input type="checkbox" name="end" value="grants"{% if end.grants %} checked{% endif %}> End the access of all apps</label>
</fieldset>
<button>Change password</button>
</form>
<h2 id="export">Your data</h2>
{% if kept %}{% if kept.status == 'READY' %}<p role="status">A copy of everything that is kept of you is ready until {{ kept.expires_at }}.</p>
<p><a href="/account/export">Fetch it</a></p>
{% else %}<p role="status">A copy of everything that is kept of you is being made: {{ kept.services_done }} of {{ kept.services_total }} parts of the system are through. <a href="/account">Look again</a></p>{% endif %}
{% else %}<form method="post" action="/account/export" aria-labelledby="export">
<input type="hidden" name="_csrf" value="{{ csrf }}">
<p>You can have a copy of everything that is kept of you. It takes a while to make.</p>
<button>Make a copy</button>
</form>{% endif %}
<h2>Delete your account</h2>
<p><a href="/account/delete">Delete the account and everything that is kept of you</a></p>
{% endblock %}`;

export const deleteAccount = `{% layout 'layout' %}{% block main %}
<p>Your account, connections to banks, transactions, rules, transfers and webhooks are deleted for good. Tokens, apps and
feeds of yours stop at once. What was sent to your budgets stays there.</p>
<p>This cannot be undone.</p>
<form method="post" action="/account/delete">
<input type="hidden" name="_csrf" value="{{ csrf }}">
{% render 'field', name: 'password', label: 'Your password', type: 'password', autocomplete: 'current-password', required: true, invalid: invalid %}
<button>Delete my account</button>
</form>
<p><a href="/account">Keep it</a></p>
{% endblock %}`;

export const erasure = `{% layout 'layout' %}{% block main %}
{% if isErased %}<p role="status">Everything that was kept of you is deleted.</p>
<p><a href="/sign-in">Sign in with another account</a></p>
{% else %}<p role="status">You are signed out, and your tokens have stopped. {{ erasure.services_erased }} of {{ erasure.services_total }} parts of the system are through.</p>
<p>This page reloads itself; you may also close it. At banks that do not answer, ending their access can take days.</p>{% endif %}
{% endblock %}`;

export const message = `{% layout 'layout' %}{% block main %}
<p>{{ text }}</p>
<p><a href="{{ link.path }}">{{ link.name }}</a></p>
{% endblock %}`;
