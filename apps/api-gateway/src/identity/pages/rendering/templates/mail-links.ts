export const forgottenPassword = `{% layout 'layout' %}{% block main %}
<p>Enter the e-mail address of your account. A link for a new password is sent to it.</p>
<form method="post" action="/forgotten-password">
<input type="hidden" name="_csrf" value="{{ csrf }}">
{% render 'field', name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: form.email, required: true, invalid: invalid %}
<button>Send the link</button>
</form>
<p><a href="/sign-in">Back to signing in</a></p>
{% endblock %}`;

export const resetPassword = `{% layout 'layout' %}{% block main %}
<form method="post" action="/reset-password">
<input type="hidden" name="_csrf" value="{{ csrf }}"><input type="hidden" name="code" value="{{ code }}">
{% render 'field', name: 'password', label: 'New password', hint: passwordHint, type: 'password', autocomplete: 'new-password', required: true, invalid: invalid %}
{% render 'ends', legend: 'What ends with the old password', choices: ends %}
<p class="hint">Leave all of it ticked if somebody else may know the old password.</p>
<button>Save the password</button>
</form>
{% endblock %}`;

export const confirmAddress = `{% layout 'layout' %}{% block main %}
<p>Confirm that the address to which this link was sent is yours.</p>
<form method="post" action="/confirm-address">
<input type="hidden" name="_csrf" value="{{ csrf }}"><input type="hidden" name="code" value="{{ code }}">
<button>Confirm the address</button>
</form>
{% endblock %}`;

export const restoreAddress = `{% layout 'layout' %}{% block main %}
<p>Your account gets back the address to which this link was sent. Everything that is signed in ends: browsers, personal access tokens and what apps may do. Links in other mails end, too.</p>
<form method="post" action="/restore-address">
<input type="hidden" name="_csrf" value="{{ csrf }}"><input type="hidden" name="code" value="{{ code }}">
{% render 'field', name: 'password', label: 'New password', hint: passwordHint, type: 'password', autocomplete: 'new-password', required: true, invalid: invalid %}
<button>Take the account back</button>
</form>
{% endblock %}`;
