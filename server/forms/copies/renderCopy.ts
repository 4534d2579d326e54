import type { Evidence } from '#schemas/forms/evidence.ts';
import type { Language } from '#schemas/platform/common.ts';
import { copyLimits } from '#server/forms/limits.ts';
import { buildReference } from '#server/forms/reference.ts';
import { escapeHtml as escape } from '#server/http/escapeHtml.ts';
import { renderParagraph } from '#server/http/plainPage.ts';
import { formatMoment, getTexts } from '#server/texts.ts';
import { listCopyParts, type CopyPart } from './copyParts.ts';

type Fact = { label: string; words: string };

const renderFacts = (facts: readonly Fact[]): string =>
  [
    '<dl>',
    ...facts.map(({ label, words }) => `<dt>${escape(label)}</dt><dd>${escape(words)}</dd>`),
    '</dl>',
  ].join('\n');

/** Renders headings, and one list of all answers that follow each. */
function renderParts(parts: readonly CopyPart[]): string[] {
  const hasPages = parts.some(({ kind }) => kind === 'page');
  const levels = hasPages ? { page: 2, section: 3, row: 4 } : { page: 2, section: 2, row: 3 };
  const blocks: (string | Fact[])[] = [];
  for (const part of parts) {
    const last = blocks.at(-1);
    if (part.kind !== 'answer')
      blocks.push(`<h${levels[part.kind]}>${escape(part.title)}</h${levels[part.kind]}>`);
    else if (Array.isArray(last)) last.push(part);
    else blocks.push([part]);
  }
  return blocks.map((block) => (Array.isArray(block) ? renderFacts(block) : block));
}

/** Renders the answers in the language of the form, with a link to the PDF. */
export function renderCopy(
  { entry, record }: Evidence,
  pdf: string,
): { language: Language; title: string; html: string } {
  const { language, form, pages, accountName } = record;
  const text = getTexts(language);
  return {
    language,
    title: form.title,
    html: [
      renderFacts([
        { label: text('evidence.recipient', {}), words: accountName },
        { label: text('evidence.sent', {}), words: formatMoment(language, entry.submittedAt) },
        { label: text('succeed.reference', {}), words: buildReference(entry.submissionId) },
      ]),
      `<p><a href="${escape(pdf)}">${escape(text('copy.pdf', {}))}</a></p>`,
      renderParagraph(text('copy.kept', { minutes: copyLimits.openMinutes })),
      ...renderParts(listCopyParts(pages, text)),
    ].join('\n'),
  };
}
