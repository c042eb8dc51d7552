/** HTML of an input with its label, hint and error, linked for screen readers. */
export const field = `<div class="field">
<label for="{{ name }}">{{ label }}</label>
{% if hint %}<p class="hint" id="{{ name }}-hint">{{ hint }}</p>{% endif %}
<input id="{{ name }}" name="{{ name }}" type="{{ type | default: 'text' }}" value="{{ value }}"{% if autocomplete %} autocomplete="{{ autocomplete }}"{% endif %}{% if required %} required{% endif %}{% if hint %} aria-describedby="{{ name }}-hint"{% endif %}{% if invalid contains name %} aria-invalid="true"{% endif %}>
</div>
`;

/** Scopes to choose from. */
export const scopes = `<fieldset id="scopes">
<legend>{{ legend }}</legend>
{% for scope in choices %}<label class="choice"><input type="checkbox" name="scopes" value="{{ scope.name }}"{% if scope.chosen %} checked{% endif %}> <span><strong>{{ scope.name }}</strong>: {{ scope.meaning }}</span></label>
{% endfor %}</fieldset>
`;

/** Choice of accounts: all, including later ones, or some. */
export const accounts = `<fieldset id="financial_accounts">
<legend>{{ legend }}</legend>
<label class="choice"><input type="radio" name="accounts" value="all" required{% if extent == 'all' %} checked{% endif %}> All my accounts, those that I connect later too</label>
<label class="choice"><input type="radio" name="accounts" value="some" required{% if extent == 'some' %} checked{% endif %}> Only these:</label>
{% for account in choices %}<label class="choice"><input type="checkbox" name="financial_accounts" value="{{ account.id }}"{% if account.chosen %} checked{% endif %}> {{ account.name }}{% if account.currency %} ({{ account.currency }}){% endif %}</label>
{% else %}<p class="hint">You have connected no accounts yet.</p>
{% endfor %}</fieldset>
`;

/** Choice of the accesses that end with the old password. */
export const ends = `<fieldset id="end">
<legend>{{ legend }}</legend>
{% for one in choices %}<label class="choice"><input type="checkbox" name="end" value="{{ one.name }}"{% if one.chosen %} checked{% endif %}> {{ one.meaning }}</label>
{% endfor %}</fieldset>
`;
