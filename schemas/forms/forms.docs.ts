/**
 * Explanations of the settings in `forms.ts` by path, such as `pages[].title`. Only tools and the
 * API description import them.
 */
const nest = (path: string, texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${path}${name}`, text]));

/** Explains the settings of every element. */
export const elementDocs = {
  id:
    'Names the element inside its form; rules and answers refer to it. It never ' +
    'changes once the form is published.',
  type: 'What kind of element it is; the other settings depend on it.',
  label: 'The question, or the title of what is shown.',
  help: 'A sentence between the label and the field.',
  required: 'The form is not sent without an answer. Elements that are hidden are never missed.',
  requiredText:
    'Said when a required answer is missing, for example "Bitte geben Sie einen ' +
    'Betreff ein."; without it a sentence that fits every element.',
  prefill:
    'The known fact that fills the element in, as the link to the form names it; ' +
    'for what is asked once and answered with a text, a number, a day, a time or a choice.',
  visibleWhen: 'Shows the element only while this rule over earlier answers holds.',
  requiredWhen:
    'Makes the element required while this rule over earlier answers holds; beside ' +
    '`required` it says nothing.',
  width: 'Two halves in a row stand side by side where there is room.',
};

export const pageDocs = {
  id: 'Names the page inside its form.',
  title: 'Stands above the page and in the outline.',
  visibleWhen:
    'Skips the page, with everything on it, while this rule over earlier answers does not hold.',
  formElements: 'What the page shows and asks, from top to bottom.',
};

export const themeDocs = {
  primaryColor: 'Links, selection and buttons; dimmed where it could not be read.',
  secondaryColor: 'Decoration only, never text.',
  formElementBackground: 'Tints the sheet with the questions; only the hue is taken.',
  formContainerBackground: 'Tints what lies around the sheet; only the hue is taken.',
  buttonBackground: 'The button that sends the form, where it differs from primaryColor.',
};

export const attachmentDocs = {
  id: 'The id that the upload of the file has answered.',
  fileName: 'The name visitors see.',
};

const copyDocs = {
  email:
    'The element in which the visitor writes the address: an `input` with the format `email`, ' +
    'outside of groups. Without an answer no mail is sent.',
  content:
    'Writes the answers into the mail. Mails are not encrypted; without it the mail has a link ' +
    'that shows them once.',
};

const lintExceptionDocs = {
  rule: 'Name of the rule, as the warning says it. Errors cannot be excepted.',
  element: 'The element it is about; without it the whole form.',
  reason: 'The reason why it is right as it is.',
};

export const contentDocs = {
  title: 'The name of the form, above it and in lists.',
  description: 'What the form is for and how long it takes, below the title.',
  submitLabel: 'What the button does that sends the form, for example "Unfall melden".',
  formElements: 'What a form of one page shows and asks, from top to bottom. Either this or pages.',
  pages: 'Several pages, filled in one after the other. Either this or formElements.',
  ...nest('pages[].', pageDocs),
};

export const formDocs = {
  description: 'A form as its author writes and publishes it.',
  settings: {
    ...contentDocs,
    ...nest('attachments[].', attachmentDocs),
    ...nest('theme.', themeDocs),
    ...nest('copy.', copyDocs),
    ...nest('lintIgnore[].', lintExceptionDocs),
    $schema: 'Where editors find the schema of this document; nothing else reads it.',
    assistantNotice: 'An important note above the first question, in a small subset of Markdown.',
    resultText: 'What is said after the form was sent, in [Markdown](#markdown).',
    returnUrl: 'Where visitors can go on to afterwards.',
    showAgb: 'Asks to accept the terms of the account before sending.',
    showDatenschutz: 'Asks to accept the privacy notice of the account before sending.',
    attachments: 'Files to read beside the form, uploaded before.',
    copy: 'Mails visitors a copy of their answers.',
    theme: 'Colours of the form; what is not given comes from the account.',
    lintIgnore: 'Warnings that are right as they are, each with its reason.',
  },
};
