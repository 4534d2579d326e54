import { accessPages } from '#schemas/access/accessPages.ts';
import { languages, type Language } from '#schemas/platform/common.ts';
import { pageFamilies, webAddresses } from '#schemas/platform/webAddresses.ts';
import { escapeHtml as escape } from '#server/http/escapeHtml.ts';
import { renderLink, renderParagraph } from '#server/http/plainPage.ts';
import { getTexts } from '#server/texts.ts';
import {
  firmFields,
  personFields,
  type SetUpErrors,
  type SetUpField,
  type SetUpInput,
  type SetUpName,
} from './fields.ts';

export type SetUpForm = {
  language: Language;
  /** undefined: the page is opened and nothing was typed yet */
  typed?: { input: SetUpInput; errors: SetUpErrors };
};

type PageParts = { title: string; html: string };

const labels: Readonly<Record<SetUpName, string>> = {
  name: 'setUp.name',
  street: 'setUp.street',
  postalCode: 'setUp.postalCode',
  city: 'setUp.city',
  phone: 'setUp.phone',
  website: 'setUp.website',
  firmKey: 'setUp.firmKey',
  firstName: 'setUp.firstName',
  lastName: 'setUp.lastName',
  email: 'setUp.email',
  username: 'setUp.username',
  password: 'setUp.password',
  passwordConfirmation: 'setUp.passwordConfirmation',
};
const hints: Partial<Record<SetUpName, string>> = {
  website: 'setUp.website.hint',
  firmKey: 'setUp.firmKey.hint',
  username: 'setUp.username.hint',
  password: 'setUp.password.hint',
};
const ownNames: Readonly<Record<Language, string>> = { de: 'Deutsch', en: 'English' };

function renderAttributes(given: Readonly<Record<string, string | number | boolean | undefined>>) {
  return Object.entries(given)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? name : `${name}="${escape(String(value))}"`))
    .join(' ');
}

/** Returns the names of the wrong fields, in the order of the page. */
const findWrong = (errors: SetUpErrors): SetUpName[] =>
  [...firmFields, ...personFields].map(({ name }) => name).filter((name) => errors[name]);

/** Renders a field. A password is not sent back to the browser. */
function renderField(
  { name, type, autocomplete, maxLength, isRequired = false }: SetUpField,
  { language, typed }: SetUpForm,
): string {
  const text = getTexts(language);
  const [error, hint] = [typed?.errors[name], hints[name]];
  const [errorId, hintId] = [`${name}-error`, `${name}-hint`];
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  const attributes = renderAttributes({
    id: name,
    name,
    type: type === 'url' ? 'text' : type,
    inputmode: type === 'url' ? 'url' : undefined,
    autocomplete,
    maxlength: maxLength,
    value: type === 'password' ? undefined : (typed?.input[name] ?? ''),
    required: isRequired,
    'aria-invalid': error ? 'true' : undefined,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
    autofocus: typed !== undefined && name === findWrong(typed.errors)[0],
  });
  const mark = isRequired
    ? ''
    : ` <span class="optional">${escape(text('setUp.optional', {}))}</span>`;
  return [
    `<label for="${name}">${escape(text(labels[name], {}))}${mark}</label>`,
    ...(hint ? [`<p class="hint" id="${hintId}">${escape(text(hint, {}))}</p>`] : []),
    `<input ${attributes} />`,
    ...(error ? [`<p class="error" id="${errorId}">${escape(error)}</p>`] : []),
  ].join('\n');
}

/** Lists the errors with links to their fields. */
function renderSummary({ language, typed }: SetUpForm): string[] {
  const wrong = findWrong(typed?.errors ?? {});
  if (wrong.length === 0) return [];
  const text = getTexts(language);
  const items = wrong.map(
    (name) => `<li><a href="#${name}">${escape(text(labels[name], {}))}</a></li>`,
  );
  return [
    `<div role="alert" class="error">${renderParagraph(text('setUp.check', { count: wrong.length }))}`,
    `<ul>${items.join('')}</ul></div>`,
  ];
}

/** Sends what was typed back in another language. Without the passwords it creates no firm. */
const renderLanguageForm = (other: Language, input: SetUpInput): string =>
  [
    `<form method="post" action="?language=${other}">`,
    ...[...firmFields, ...personFields]
      .filter(({ type }) => type !== 'password')
      .map(({ name }) => `<input type="hidden" name="${name}" value="${escape(input[name])}" />`),
    `<button lang="${other}">${ownNames[other]}</button>`,
    '</form>',
  ].join('\n');

/** Links the other languages, by a form once something is typed that a link would lose. */
const renderLanguages = ({ language, typed }: SetUpForm): string[] =>
  languages
    .filter((other) => other !== language)
    .map((other) =>
      typed
        ? renderLanguageForm(other, typed.input)
        : `<p><a href="?language=${other}" lang="${other}" hreflang="${other}">` +
          `${ownNames[other]}</a></p>`,
    );

const renderGroup = (legend: string, fields: readonly SetUpField[], form: SetUpForm): string =>
  [
    `<fieldset><legend><h2>${escape(legend)}</h2></legend>`,
    ...fields.map((field) => renderField(field, form)),
    '</fieldset>',
  ].join('\n');

/** Renders the form of the first firm and its administrator. */
export function renderSetUpForm(form: SetUpForm): PageParts {
  const text = getTexts(form.language);
  const errors = renderSummary(form);
  const title = text('setUp.title', {});
  return {
    title,
    html: [
      ...renderLanguages(form),
      renderParagraph(text('setUp.intro', {})),
      ...errors,
      `<form method="post" action="?language=${form.language}">`,
      renderGroup(text('setUp.firm', {}), firmFields, form),
      renderGroup(text('setUp.person', {}), personFields, form),
      `<button>${escape(text('setUp.submit', {}))}</button>`,
      '</form>',
    ].join('\n'),
  };
}

/** Renders the page after the firm was created. */
export function renderSetUpDone(
  language: Language,
  { name, firmKey }: { name: string; firmKey: string },
): PageParts {
  const text = getTexts(language);
  return {
    title: text('setUp.done', { name }),
    html: [
      renderParagraph(text('setUp.done.text', {})),
      renderLink(accessPages.login, text('setUp.login', {})),
      renderLink(webAddresses.publicPage(pageFamilies[1], firmKey), text('setUp.page', {})),
      renderParagraph(text('setUp.key', {})),
      `<pre><code>npm run admin -- key new ${escape(firmKey)}</code></pre>`,
    ].join('\n'),
  };
}

/** Renders the page of a link that is unknown, used or expired. */
export function renderSetUpEnded(language: Language): PageParts {
  const text = getTexts(language);
  return {
    title: text('setUp.ended', {}),
    html: [
      renderParagraph(text('setUp.ended.text', {})),
      renderLink(accessPages.login, text('setUp.login', {})),
    ].join('\n'),
  };
}
