import {
  findOtherLanguage,
  localize,
  type Language,
  type LocalizedText,
} from '#schemas/platform/common.ts';
import type { FormElement, FormPage } from '#schemas/forms/forms.ts';
import type { Registry } from '#src/engine/core/registry.ts';

/** A headline and the elements up to the next headline. */
export type Section = {
  id: string;
  title: string;
  /** The language of the title, if it is another one than the page's. */
  titleLanguage: Language | undefined;
  /** true if the title is shown; elements before the first headline use the title of their page. */
  isTitled: boolean;
  help: LocalizedText | undefined;
  elements: readonly FormElement[];
};

function cut(
  elements: readonly FormElement[],
  registry: Registry,
): { headline: FormElement | undefined; elements: FormElement[] }[] {
  const parts: { headline: FormElement | undefined; elements: FormElement[] }[] = [];
  for (const element of elements) {
    if (registry.get(element.type)?.isSectionStart) parts.push({ headline: element, elements: [] });
    else if (parts.length === 0) parts.push({ headline: undefined, elements: [element] });
    else parts.at(-1)?.elements.push(element);
  }
  return parts;
}

/** Returns the sections of a page. Elements before the first headline get the title of the page. */
export function listSections(page: FormPage, registry: Registry, language: Language): Section[] {
  return cut(page.formElements, registry).map(({ headline, elements }) => ({
    id: headline?.id ?? page.id,
    title: localize(headline?.label ?? page.title, language),
    titleLanguage: findOtherLanguage(headline?.label ?? page.title, language),
    isTitled: headline !== undefined,
    help: headline?.help,
    elements,
  }));
}
