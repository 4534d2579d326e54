import { languages, localize } from '#schemas/platform/common.ts';
import type { LintRule } from '../finding.ts';
import type { LintedElement } from '../lintedForm.ts';
import { joinPointer } from '../pointer.ts';

/** Autocomplete token by format (WCAG 1.3.5). */
const formatPurposes: Readonly<Record<string, string>> = {
  email: 'email',
  postalcode: 'postal-code',
};

/**
 * Labels that ask for the visitor's own data. Matches whole labels only, because "Name des Gegners"
 * is about another person.
 */
const labelPurposes: readonly (readonly [RegExp, string])[] = [
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

/** Returns the tokens that an element's setting accepts; none if its type lacks the setting. */
function listPurposes({ elementType }: LintedElement): readonly string[] {
  const setting: { enum?: readonly string[] } | undefined =
    elementType?.config.properties['autocomplete'];
  return setting?.enum ?? [];
}

const isRepeated = ({ group }: LintedElement): boolean =>
  (group?.elementType?.rows?.getRange(group.element).max ?? 1) > 1;

export const purposeMissing: LintRule = {
  name: 'purposeMissing',
  severity: 'warning',
  find: ({ elements }) =>
    elements.flatMap((entry) => {
      const { element, pointer } = entry;
      // A prefill says it already. Rows ask for other people, whom the browser does not know.
      if (element['autocomplete'] !== undefined || element.prefill || isRepeated(entry)) return [];
      const known = formatPurposes[String(element['format'])];
      const labels = languages.map((language) =>
        element.label ? localize(element.label, language).trim() : '',
      );
      const purpose =
        known ?? labelPurposes.find(([words]) => labels.some((label) => words.test(label)))?.[1];
      if (
        !purpose ||
        purpose === entry.elementType?.purpose ||
        !listPurposes(entry).includes(purpose)
      )
        return [];
      const place = joinPointer(pointer, 'autocomplete');
      // A label is a hint only; a format is certain.
      return [
        {
          pointer: place,
          params: { purpose },
          fix: known ? { pointer: place, value: purpose } : undefined,
        },
      ];
    }),
};
