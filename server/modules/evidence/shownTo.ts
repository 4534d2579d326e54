import { localized, type Language } from '#schemas/common.ts';
import type { EvidenceRecord, ShownItem } from '#schemas/evidence.ts';
import { pagesOf, type Answer, type FormDefinition } from '#schemas/forms.ts';
import { partsOf } from '#src/engine/core/address.ts';
import { answerText, hasAnswer, type CheckContext, type Reader } from '#src/engine/core/element.ts';
import { evaluateForm, type Placed } from '#src/engine/core/evaluateForm.ts';
import { isEmpty } from '#src/engine/core/validateAnswers.ts';
import { textsIn } from '#server/http/texts.ts';
import { registry } from '#widgets/registry.ts';

function roleOf({ elementType }: Placed): ShownItem['role'] {
  if (elementType.startsSection) return 'section';
  if (elementType.rows) return 'group';
  return hasAnswer(elementType) ? 'question' : 'text';
}

function wordsOf(placed: Placed, reader: Reader): string | undefined {
  const { elementType, element, value } = placed;
  if (hasAnswer(elementType) && isEmpty(placed)) return undefined;
  return hasAnswer(elementType) || elementType.textOf
    ? answerText(elementType, value, element, reader)
    : undefined;
}

function itemOf(placed: Placed, reader: Reader): ShownItem {
  const { address, element, elementType, value, isRequired } = placed;
  const words = wordsOf(placed, reader);
  const signature = words === undefined ? undefined : elementType.signedBy?.(value);
  return {
    address,
    role: roleOf(placed),
    type: element.type,
    ...(element.label === undefined ? {} : { label: localized(element.label, reader.language) }),
    ...(element.help === undefined ? {} : { help: localized(element.help, reader.language) }),
    ...(isRequired ? { isRequired } : {}),
    ...(words === undefined ? {} : { words }),
    ...(signature ? { signature } : {}),
  };
}

/** The name of a row before what stands in it, where there can be several. */
function rowBefore(
  { address }: Placed,
  group: Placed,
  firsts: Set<string>,
  language: Language,
): ShownItem[] {
  const { group: place } = partsOf(address);
  const rowAddress = place && `${place.id}/${place.row}`;
  if (!rowAddress || firsts.has(rowAddress) || group.elementType.rows?.(group.element).max === 1)
    return [];
  firsts.add(rowAddress);
  return [
    {
      address: rowAddress,
      role: 'row',
      type: group.element.type,
      label: group.elementType.rowName?.(group.element, place.row, language) ?? '',
    },
  ];
}

/** What a visitor saw and answered, page by page, as the form was when it was sent. */
export function shownTo(
  definition: FormDefinition,
  answers: readonly Answer[],
  language: Language,
  context: CheckContext,
): EvidenceRecord['pages'] {
  const pages = pagesOf(definition);
  const { shown, pages: shownPages } = evaluateForm(
    pages,
    registry,
    Object.fromEntries(answers.map(({ elementId, value }) => [elementId, value])),
    context,
  );
  const reader = { language, text: textsIn(language) };
  const firsts = new Set<string>();
  return pages
    .filter(({ id }) => shownPages.has(id))
    .map(({ title, formElements }) => {
      const here = new Set(formElements.map(({ id }) => id));
      const placed = [...shown.values()].filter(({ address }) => here.has(topOf(address)));
      return {
        title: localized(title, language),
        shown: placed.flatMap((each) => {
          const group = shown.get(topOf(each.address));
          return [...(group ? rowBefore(each, group, firsts, language) : []), itemOf(each, reader)];
        }),
      };
    });
}

function topOf(address: string): string {
  const { elementId, group } = partsOf(address);
  return group?.id ?? elementId;
}
