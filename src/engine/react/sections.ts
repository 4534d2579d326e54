import { localized, type Language } from '#schemas/common.ts';
import { pagesOf, type FormContent, type FormElement } from '#schemas/forms.ts';

/** A stretch of a form from one headline to the next. */
export type Section = {
  id: string;
  title: string;
  /** Whether the title is shown: a form of one stretch needs none beside its own. */
  isTitled: boolean;
  help: string | undefined;
  elements: readonly FormElement[];
};

/** What starts a section. The engine knows this one type by name: sections are part of a form's structure. */
const headlineType = 'headline';

function cut(elements: readonly FormElement[]): { headline: FormElement | undefined; elements: FormElement[] }[] {
  const parts: { headline: FormElement | undefined; elements: FormElement[] }[] = [];
  for (const element of elements) {
    if (element.type === headlineType) parts.push({ headline: element, elements: [] });
    else if (parts.length === 0) parts.push({ headline: undefined, elements: [element] });
    else parts.at(-1)?.elements.push(element);
  }
  return parts;
}

/** The sections of a form, titled in one language; what stands before the first headline is titled like its page. */
export function sectionsOf(content: FormContent, language: Language): Section[] {
  const pages = pagesOf(content);
  return pages.flatMap((page) =>
    cut(page.formElements).map(({ headline, elements }) => ({
      id: headline?.id ?? page.id,
      title: localized(headline?.label ?? page.title, language),
      isTitled: headline !== undefined || pages.length > 1,
      help: headline?.help && localized(headline.help, language),
      elements,
    })));
}
