/** Explanations of settings that several element types share. Only tools and the API description import them. */

export const autocompleteDocs = {
  autocomplete:
    'What is asked about the visitor, so that the browser can fill it in (WCAG ' +
    '1.3.5); "off" when it is about somebody else. A prefill tells it by itself.',
};

export const inputModeDocs = { inputMode: 'Which keys a phone offers; it refuses nothing.' };

export const optionsDocs = {
  options: 'What there is to choose from, in this order.',
  'options[].value': 'What the answer holds; rules compare with it.',
  'options[].label': 'What visitors read.',
  'options[].help': 'A line below the label.',
};
