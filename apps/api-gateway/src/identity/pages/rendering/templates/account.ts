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

export const signUpByMail = `{% layout 'layout' %}{% block main %}
<p>A link is sent to your e-mail address. Your account begins with it.</p>
<form method="post" action="/sign-up">
<input type="hidden" name="_csrf" value="{{ csrf }}">
{% if form.invitation != '' %}<input type="hidden" name="invitation" value="{{ form.invitation }}">
{% endif %}{% render 'field', name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: form.email, required: true, invalid: invalid %}
<button>Send the link</button>
</form>
<p>Have an account already? <a href="/sign-in?return_to={{ returnTo | url_encode }}">Sign in</a>.</p>
{% endblock %}`;

export const beginAccount = `{% layout 'layout' %}{% block main %}
<p>Your account will have the address {{ email }}.</p>
<form method="post" action="/begin-account">
<input type="hidden" name="_csrf" value="{{ csrf }}"><input type="hidden" name="code" value="{{ code }}">
{% render 'field', name: 'name', label: 'Your name', autocomplete: 'name', value: name, required: true, invalid: invalid %}
{% render 'field', name: 'password', label: 'Password', hint: passwordHint, type: 'password', autocomplete: 'new-password', required: true, invalid: invalid %}
{% if displaces %}<p id="displace">Another account has this address, and nobody confirmed it there. If that account is yours, <a href="/sign-in">sign in</a> and confirm the address in its settings.</p>
<label class="choice"><input type="checkbox" name="displace" value="yes"> That account is not mine: it loses the address.</label>
{% endif %}<button>Make the account</button>
</form>
{% endblock %}`;

export const firstRun = `{% layout 'layout' %}{% block main %}
<p>No one is an administrator here yet. This account makes you one.</p>
<form method="post" action="/first-run">
<input type="hidden" name="_csrf" value="{{ csrf }}">
{% render 'field', name: 'code', label: 'Code from the terminal', hint: 'Tributary shows it where you started it, such as 7KQ2-M9XF-3TRD. A new start shows a new one.', autocomplete: 'one-time-code', required: true, invalid: invalid %}
{% render 'field', name: 'name', label: 'Your name', autocomplete: 'name', value: form.name, required: true, invalid: invalid %}
{% render 'field', name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: form.email, required: true, invalid: invalid %}
{% render 'field', name: 'password', label: 'Password', hint: passwordHint, type: 'password', autocomplete: 'new-password', required: true, invalid: invalid %}
<button>Make the account</button>
</form>
<p class="hint">No code? <code>npx tributary users first-run-code</code> makes one, wherever the services run.</p>
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
