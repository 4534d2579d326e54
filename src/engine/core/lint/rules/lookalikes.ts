import { languages, localize, type LocalizedText } from '#schemas/platform/common.ts';
import { hasAnswer } from '../../element.ts';
import type { Found, LintRule } from '../finding.ts';
import type { LintedElement, LintedForm } from '../lintedForm.ts';
import { joinPointer } from '../pointer.ts';

/** Returns a text in all languages, to compare it; undefined without one. */
const getWords = (text: unknown): string | undefined =>
  typeof text === 'string' || (typeof text === 'object' && text !== null)
    ? languages
        .map((language) =>
          localize(text as LocalizedText, language)
            .trim()
            .toLowerCase(),
        )
        .join('\n')
    : undefined;

/** Reports each text that an earlier one of the same list equals. */
function findRepeated(texts: readonly { text: unknown; pointer: string; name: string }[]): Found[] {
  const first = new Map<string, string>();
  return texts.flatMap(({ text, pointer, name }) => {
    const words = getWords(text);
    if (words === undefined || words.trim() === '') return [];
    const earlier = first.get(words);
    if (earlier !== undefined) return [{ pointer, params: { id: earlier } }];
    first.set(words, name);
    return [];
  });
}

/** Groups questions that are asked together: in a page, a group and a section. */
function groupQuestions({ elements }: LintedForm): LintedElement[][] {
  const places = new Map<string, LintedElement[]>();
  let section = 0;
  for (const entry of elements) {
    const { element, elementType, group, page } = entry;
    if (elementType?.isSectionStart && !group) section += 1;
    // Questions under rules may replace each other.
    if (!elementType || !hasAnswer(elementType) || element.visibleWhen) continue;
    const place = `${page} ${section} ${group?.element.id ?? ''}`;
    places.set(place, [...(places.get(place) ?? []), entry]);
  }
  return [...places.values()];
}

/** Two questions side by side that the error summary and the copy cannot tell apart. */
export const equalLabels: LintRule = {
  name: 'equalLabels',
  severity: 'warning',
  find: (form) =>
    form.shape.length > 0
      ? []
      : groupQuestions(form).flatMap((questions) =>
          findRepeated(
            questions.map(({ element, pointer }) => ({
              text: element.label,
              pointer: joinPointer(pointer, 'label'),
              name: element.id,
            })),
          ),
        ),
};

export const equalTitles: LintRule = {
  name: 'equalTitles',
  severity: 'warning',
  find: ({ definition, pages, shape }) =>
    shape.length > 0 || !definition.pages
      ? []
      : findRepeated(
          pages.map(({ page, pointer }) => ({
            text: page.title,
            pointer: joinPointer(pointer, 'title'),
            name: page.id ?? '',
          })),
        ),
};

type Option = { value: string; label: LocalizedText };

/** Returns the options of a choice; none of other elements and of malformed ones. */
const listOptions = ({ element, elementType }: LintedElement): readonly Option[] =>
  elementType?.config.properties['options'] && Array.isArray(element['options'])
    ? (element['options'] as Option[])
    : [];

export const equalOptions: LintRule = {
  name: 'equalOptions',
  severity: 'warning',
  find: ({ elements }) =>
    elements.flatMap((entry) =>
      findRepeated(
        listOptions(entry).map(({ label, value }, index) => ({
          text: label,
          pointer: joinPointer(entry.pointer, 'options', index, 'label'),
          name: value,
        })),
      ),
    ),
};

export const singleOption: LintRule = {
  name: 'singleOption',
  severity: 'warning',
  find: ({ elements }) =>
    elements
      .filter((entry) => listOptions(entry).length === 1)
      .map(({ element, pointer }) => ({
        pointer: joinPointer(pointer, 'options'),
        params: { id: element.id },
      })),
};

/** Ids that differ in case only: a rule with the wrong one is hard to find. */
export const similarIds: LintRule = {
  name: 'similarIds',
  severity: 'warning',
  find: ({ elements }) => {
    const first = new Map<string, string>();
    return elements.flatMap(({ element: { id }, pointer }) => {
      const key = id.toLowerCase();
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, id);
      return earlier === undefined || earlier === id
        ? []
        : [{ pointer: joinPointer(pointer, 'id'), params: { id, other: earlier } }];
    });
  },
};

const namedBrace = /\{\s*([a-zA-Z]\w{0,63}(?:\.\w{1,64})?)\s*\}/;

/** A name in braces is replaced in computed texts only; visitors would read it as it is. */
export const literalName: LintRule = {
  name: 'literalName',
  severity: 'warning',
  find: ({ texts }) =>
    texts.flatMap(({ text, pointer }) => {
      if (pointer.includes('/formula')) return [];
      const words = typeof text === 'string' ? [text] : Object.values(text ?? {});
      const found = words
        .map((each) => (typeof each === 'string' ? namedBrace.exec(each)?.[1] : undefined))
        .find((name) => name !== undefined);
      return found === undefined ? [] : [{ pointer, params: { id: found } }];
    }),
};
