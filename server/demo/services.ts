import type { FormDefinition } from '#schemas/forms/forms.ts';

/** Builds a short form for one of a provider's services. */
const service = (
  title: FormDefinition['title'],
  description: FormDefinition['description'] & object,
  question: { de: string; en: string },
): FormDefinition => ({
  title,
  description,
  submitLabel: { de: 'Anfrage senden', en: 'Send request' },
  showDatenschutz: true,
  formElements: [
    {
      id: 'name',
      type: 'input',
      label: { de: 'Wie heißen Sie?', en: 'What is your name?' },
      required: true,
      autocomplete: 'name',
    },
    {
      id: 'email',
      type: 'input',
      label: { de: 'E-Mail-Adresse', en: 'E-mail address' },
      required: true,
      format: 'email',
      autocomplete: 'email',
    },
    { id: 'matter', type: 'textarea', label: question, required: true },
  ],
});

/** Services of the demo's law firm on its public page; the main one first. */
export const services: readonly FormDefinition[] = [
  service(
    { de: 'Unfallschaden melden', en: 'Report accident damage' },
    {
      de:
        'Zehn Minuten, ein Formular. Wir prüfen Ihre Ansprüche und melden uns innerhalb von ' +
        'zwei Werktagen. Bei einem unverschuldeten Unfall zahlt die Gegenseite unser Honorar.',
      en:
        'Ten minutes, one form. We check your claims and answer within two working days. If the ' +
        'accident was not your fault, the other side pays our fee.',
    },
    { de: 'Was ist passiert?', en: 'What happened?' },
  ),
  service(
    { de: 'Bußgeld prüfen', en: 'Check a fine' },
    {
      de: 'Blitzer, Abstand, Handy am Steuer: Wir prüfen den Bescheid, bevor die Frist abläuft.',
      en: 'Speeding, distance, phone at the wheel: we check the notice before time runs out.',
    },
    { de: 'Was wirft man Ihnen vor?', en: 'What are you accused of?' },
  ),
  service(
    { de: 'Schmerzensgeld', en: 'Compensation for injury' },
    {
      de: 'Sie wurden verletzt? Wir sagen Ihnen, welche Summe angemessen ist.',
      en: 'Were you injured? We tell you which sum is fair.',
    },
    { de: 'Wie wurden Sie verletzt?', en: 'How were you injured?' },
  ),
  service(
    { de: 'Führerschein', en: 'Driving licence' },
    {
      de: 'Fahrverbot, MPU oder Entzug. Wir klären, was noch möglich ist.',
      en: 'Driving ban, assessment or withdrawal. We find out what is still possible.',
    },
    { de: 'Was steht im Bescheid?', en: 'What does the notice say?' },
  ),
];
