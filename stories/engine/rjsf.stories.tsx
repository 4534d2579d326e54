import type { Meta, StoryObj } from '@storybook/react-vite';
import type { RJSFSchema } from '@rjsf/utils';
import { expect, fn, waitFor } from 'storybook/test';
import type { Language } from '#schemas/platform/common.ts';
import { fixturesByType } from '#src/engine/testing/fixtures.ts';
import { StockRjsfForm, ThemedRjsfForm } from '#src/engine/testing/StockRjsfForm.tsx';
import { wholeFormValidator } from '#src/engine/rjsf/wholeFormValidator.ts';

/** Element types and plain JSON Schema, drawn by stock `@rjsf/core` with our theme. */
const meta = { title: 'Engine/As RJSF' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const sent = fn<(formData: unknown) => void>();

/** Every fixture of a type in one form that `toRjsf` made. */
function asRjsf(type: string): Story {
  const fixtures = fixturesByType[type];
  if (!fixtures) throw new Error(`No fixtures of ${type}`);
  const definition = {
    title: type,
    formElements: fixtures.map(({ element }) => element),
  };
  return {
    render: (_, { globals }) => (
      <StockRjsfForm definition={definition} language={globals['language'] as Language} />
    ),
    play: async ({ canvasElement }) =>
      waitFor(() => {
        const drawn = canvasElement.querySelectorAll('[data-element], h2');
        return expect(drawn.length).toBeGreaterThanOrEqual(fixtures.length);
      }),
  };
}

export const Checkbox = asRjsf('checkbox');
export const Computed = asRjsf('computed');
export const DateType: Story = { ...asRjsf('date'), name: 'Date' };
export const Display = asRjsf('display');
export const Email = asRjsf('email');
export const File = asRjsf('file');
export const Geolocation = asRjsf('geolocation');
export const Group = asRjsf('group');
export const Gutachterchoice = asRjsf('gutachterchoice');
export const Headline = asRjsf('headline');
export const Input = asRjsf('input');
export const Inputregex = asRjsf('inputregex');
export const LanguageType: Story = { ...asRjsf('language'), name: 'Language' };
export const Mobilenumber = asRjsf('mobilenumber');
export const Multiplechoice = asRjsf('multiplechoice');
export const Newpassword = asRjsf('newpassword');
export const NumberType: Story = { ...asRjsf('number'), name: 'Number' };
export const Password = asRjsf('password');
export const Picture = asRjsf('picture');
export const Pin = asRjsf('pin');
export const Rating = asRjsf('rating');
export const Rechtsschutzformular = asRjsf('rechtsschutzformular');
export const Signature = asRjsf('signature');
export const Simplechoice = asRjsf('simplechoice');
export const Textarea = asRjsf('textarea');
export const Time = asRjsf('time');
export const Username = asRjsf('username');

const plainSchema: RJSFSchema = {
  title: 'Bestellung',
  type: 'object',
  required: ['mail', 'pay'],
  properties: {
    name: { type: 'string', title: 'Name', minLength: 2 },
    mail: { type: 'string', format: 'email', title: 'E-Mail' },
    site: { type: 'string', format: 'uri', title: 'Website' },
    day: { type: 'string', format: 'date', title: 'Liefertag' },
    note: { type: 'string', title: 'Bemerkung' },
    colour: { type: 'string', format: 'color', title: 'Farbe' },
    size: { type: 'string', enum: ['S', 'M', 'L'], title: 'Größe' },
    extras: {
      type: 'array',
      title: 'Extras',
      uniqueItems: true,
      items: { type: 'string', enum: ['Geschenkpapier', 'Karte'] },
    },
    gift: { type: 'boolean', title: 'Es ist ein Geschenk' },
    address: {
      type: 'object',
      title: 'Anschrift',
      description: 'Wohin wir liefern.',
      required: ['street'],
      properties: {
        street: { type: 'string', title: 'Straße' },
        floor: { type: 'integer', title: 'Stockwerk', minimum: 0 },
      },
    },
    items: {
      type: 'array',
      title: 'Artikel',
      items: {
        type: 'object',
        properties: {
          title: { type: 'string', title: 'Bezeichnung' },
          count: { type: 'number', title: 'Anzahl', minimum: 1 },
        },
      },
    },
    pay: {
      title: 'Zahlung',
      type: 'object',
      oneOf: [
        {
          title: 'Rechnung',
          properties: { kind: { const: 'invoice' }, vat: { type: 'string', title: 'USt-IdNr.' } },
          required: ['vat'],
        },
        {
          title: 'Lastschrift',
          properties: { kind: { const: 'debit' }, iban: { type: 'string', title: 'IBAN' } },
          required: ['iban'],
        },
      ],
    },
  },
};
const plainValidator = wholeFormValidator(plainSchema);

/**
 * A schema that is not ours: nested objects, lists, `oneOf`, `enum` and formats with our controls.
 */
export const PlainJsonSchema: Story = {
  render: () => (
    <ThemedRjsfForm
      schema={plainSchema}
      uiSchema={{ note: { 'ui:widget': 'textarea' } }}
      validator={plainValidator}
      onSubmit={sent}
    />
  ),
  play: async ({ canvas, userEvent }) => {
    sent.mockClear();
    const type = async (label: RegExp, text: string) =>
      userEvent.type(await canvas.findByLabelText(label), text);
    await canvas.findByLabelText(/^IBAN|^USt/);
    await userEvent.click(canvas.getByRole('button', { name: 'Angaben absenden' }));
    await expect(sent).not.toHaveBeenCalled();
    await type(/^Name/, 'Jonas');
    await type(/^E-Mail/, 'jonas@example.com');
    await type(/^Straße/, 'Lindenweg 14');
    await type(/^Stockwerk/, '3');
    await type(/^USt-IdNr/, 'DE123456789');
    await userEvent.click(canvas.getByRole('radio', { name: 'M' }));
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Karte' }));
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Es ist ein Geschenk' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Eintrag hinzufügen' }));
    await type(/^Bezeichnung/, 'Stift');
    await userEvent.click(canvas.getByRole('button', { name: 'Angaben absenden' }));
    await expect(sent).toHaveBeenCalledWith(
      expect.objectContaining({
        name: 'Jonas',
        mail: 'jonas@example.com',
        size: 'M',
        extras: ['Karte'],
        gift: true,
        address: { street: 'Lindenweg 14', floor: 3 },
        items: [{ title: 'Stift' }],
        pay: expect.objectContaining({ vat: 'DE123456789' }) as unknown,
      }),
    );
  },
};
