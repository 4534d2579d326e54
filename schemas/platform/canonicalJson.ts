/**
 * Serialises JSON after RFC 8785: names sorted by UTF-16 code units, no white space, numbers and
 * strings as JavaScript writes them. Hashes are computed over it, so others can recompute them.
 */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.map((item: unknown) => toCanonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${toCanonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
