import { lintDocument } from './lintDocument.ts';

/** A form with one error, one warning and one excepted warning. */
export const doubtful = `{
  "title": { "de": "Rückruf", "en": "Call back" },
  "lintIgnore": [{ "rule": "textContrast", "reason": "Das Gelb ist unsere Hausfarbe." }],
  "theme": { "primaryColor": "#f2b705" },
  "formElements": [
    { "id": "name", "type": "input", "label": "Name", "format": "email" },
    { "id": "why", "type": "input", "label": "Warum?", "maxLenght": 80 }
  ]
}
`;
export const linted = { file: 'forms/callback.json', ...lintDocument(doubtful) };
