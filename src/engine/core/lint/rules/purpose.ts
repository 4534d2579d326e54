import { languages, localized } from '#schemas/common.ts';
import { purposeOfPrefill } from '../../autocomplete.ts';
import type { LintRule } from '../finding.ts';
import type { LintedElement } from '../formUnderLint.ts';
import { below } from '../pointer.ts';

/** What a format says about the visitor (WCAG 1.3.5). */
const purposeOfFormat: Readonly<Record<string, string>> = {
  email: 'email',
  postalcode: 'postal-code',
};

/** Labels that ask for something of the visitor's own; whole labels only, because "Name des Gegners" does not. */
const purposeOfLabel: readonly (readonly [RegExp, string])[] = [
  [/^(ihr )?vorname$/i, 'given-name'],
  [/^(ihr )?(nachname|familienname)$/i, 'family-name'],
  [/^(ihr )?name$/i, 'name'],
  [/^(ihre )?e-?mail(-adresse)?$/i, 'email'],
  [/^(ihre )?(telefon|telefonnummer|handynummer|mobilnummer)$/i, 'tel'],
  [/^(ihre )?(straße|straße und hausnummer|anschrift)$/i, 'street-address'],
  [/^(your )?(first|given) name$/i, 'given-name'],
  [/^(your )?(last name|family name|surname)$/i, 'family-name'],
  [/^(your )?(full )?name$/i, 'name'],
  [/^(your )?e-?mail( address)?$/i, 'email'],
  [/^(your )?((tele)?phone|mobile)( number)?$/i, 'tel'],
  [/^(your )?(street|street and (house )?number|street address|address)$/i, 'street-address'],
  [/^(postcode|postal code|zip code)$/i, 'postal-code'],
  [/^(town|city|town or city)$/i, 'address-level2'],
  [/^(your )?date of birth$/i, 'bday'],
  [/^company$/i, 'organization'],
  [/^(plz|postleitzahl)$/i, 'postal-code'],
  [/^(ort|wohnort|stadt)$/i, 'address-level2'],
  [/^(ihr )?geburtsdatum$/i, 'bday'],
  [/^(firma|unternehmen)$/i, 'organization'],
];

/** The purposes an element can name; none when its type has no such setting. */
function purposesOf({ elementType }: LintedElement): readonly string[] {
  const setting = elementType?.config.properties['autocomplete'] as
    { enum?: readonly string[] } | undefined;
  return setting?.enum ?? [];
}

export const purposeMissing: LintRule = {
  name: 'purposeMissing',
  severity: 'warning',
  find: ({ elements }) =>
    elements.flatMap((entry) => {
      const { element, pointer } = entry;
      if (element['autocomplete'] !== undefined) return [];
      const known =
        (element.prefill && purposeOfPrefill[element.prefill]) ??
        purposeOfFormat[String(element['format'])];
      const labels = languages.map((language) =>
        element.label ? localized(element.label, language).trim() : '',
      );
      const purpose =
        known ?? purposeOfLabel.find(([words]) => labels.some((label) => words.test(label)))?.[1];
      if (
        !purpose ||
        purpose === entry.elementType?.purpose ||
        !purposesOf(entry).includes(purpose)
      )
        return [];
      const place = below(pointer, 'autocomplete');
      // A label only hints at it; what is prefilled or has the format is known.
      return [
        {
          pointer: place,
          params: { purpose },
          fix: known ? { pointer: place, value: purpose } : undefined,
        },
      ];
    }),
};
