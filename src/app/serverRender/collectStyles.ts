const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
};
const decode = (text: string): string =>
  text.replace(/&(?:quot|#x27|amp|lt|gt);/g, (entity) => entities[entity] ?? entity);

/** Only declarations; nothing that could end a rule or the style element. */
const isPlain = (style: string): boolean => !/[{}<>\\@]|\/\*/.test(style);

/**
 * Moves inline styles into a style sheet, because the content security policy forbids `style`
 * attributes in HTML. The browser's components set them again when they change.
 */
export function collectStyles(html: string): { html: string; styles: string } {
  const rules = new Map<string, string>();
  const moved = html.replace(/ style="([^"]*)"/g, (_, escaped: string) => {
    const style = decode(escaped);
    if (!isPlain(style)) return '';
    const name = rules.get(style) ?? String(rules.size);
    rules.set(style, name);
    return ` data-style="${name}"`;
  });
  // the id outweighs every class, as the attribute did
  const styles = [...rules].map(([style, name]) => `#root [data-style="${name}"]{${style}}`);
  return { html: moved, styles: styles.join('') };
}
