import { localize, type Language } from '#schemas/platform/common.ts';
import type { EvidenceRecord, ShownItem } from '#schemas/forms/evidence.ts';
import { listPages, type Answer, type FormDefinition } from '#schemas/forms/forms.ts';
import { parseAddress } from '#src/engine/core/fieldAddress.ts';
import {
  displayAnswer,
  hasAnswer,
  type CheckContext,
  type DisplayContext,
} from '#src/engine/core/element.ts';
import { evaluateForm, type ShownElement } from '#src/engine/core/evaluation/evaluateForm.ts';
import { isUnanswered } from '#src/engine/core/validation/validateAnswers.ts';
import { getTexts } from '#server/texts.ts';
import { registry } from '#widgets/registry.ts';

function getTextRole({ elementType }: ShownElement): ShownItem['role'] {
  if (elementType.isSectionStart) return 'section';
  if (elementType.rows) return 'group';
  return hasAnswer(elementType) ? 'question' : 'text';
}

function formatAnswer(placed: ShownElement, reader: DisplayContext): string | undefined {
  const { elementType, element, value } = placed;
  if (hasAnswer(elementType) && isUnanswered(placed)) return undefined;
  return hasAnswer(elementType) || elementType.formatAnswer
    ? displayAnswer(elementType, value, element, reader)
    : undefined;
}

function buildItem(placed: ShownElement, reader: DisplayContext): ShownItem {
  const { address, element, elementType, value, isRequired } = placed;
  const words = formatAnswer(placed, reader);
  const signature = words === undefined ? undefined : elementType.signature?.getOrigin(value);
  return {
    address,
    role: getTextRole(placed),
    type: element.type,
    ...(element.label === undefined ? {} : { label: localize(element.label, reader.language) }),
    ...(element.help === undefined ? {} : { help: localize(element.help, reader.language) }),
    ...(isRequired ? { isRequired } : {}),
    ...(words === undefined ? {} : { words }),
    ...(signature ? { signature } : {}),
  };
}

/** Prefixes the row's name to its labels, if the group can have several rows. */
function findRowBefore(
  { address }: ShownElement,
  group: ShownElement,
  firsts: Set<string>,
  language: Language,
): ShownItem[] {
  const { group: place } = parseAddress(address);
  const rowAddress = place && `${place.id}/${place.row}`;
  if (
    !rowAddress ||
    firsts.has(rowAddress) ||
    group.elementType.rows?.getRange(group.element).max === 1
  )
    return [];
  firsts.add(rowAddress);
  return [
    {
      address: rowAddress,
      role: 'row',
      type: group.element.type,
      label: group.elementType.rows?.formatName(group.element, place.row, language) ?? '',
    },
  ];
}

/** Builds the pages that a visitor saw and answered, from the revision that was sent. */
export function buildShownPages(
  definition: FormDefinition,
  answers: readonly Answer[],
  language: Language,
  context: CheckContext,
): EvidenceRecord['pages'] {
  const pages = listPages(definition);
  const { shown, pages: shownPages } = evaluateForm(
    pages,
    registry,
    Object.fromEntries(answers.map(({ elementId, value }) => [elementId, value])),
    context,
  );
  const reader = { language, text: getTexts(language) };
  const firsts = new Set<string>();
  return pages
    .filter(({ id }) => shownPages.has(id))
    .map(({ title, formElements }) => {
      const here = new Set(formElements.map(({ id }) => id));
      const placed = [...shown.values()].filter(({ address }) => here.has(buildTop(address)));
      return {
        title: localize(title, language),
        shown: placed.flatMap((each) => {
          const group = shown.get(buildTop(each.address));
          return [
            ...(group ? findRowBefore(each, group, firsts, language) : []),
            buildItem(each, reader),
          ];
        }),
      };
    });
}

function buildTop(address: string): string {
  const { elementId, group } = parseAddress(address);
  return group?.id ?? elementId;
}
