const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]; // three groups, all digits
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** An address people type: one @, a dot behind it, no spaces. Whether it exists only a mail can tell. */
const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  /^[^\s@<>()[\]",;:\\]{1,64}@[^\s@<>()[\]",;:\\]+\.[^\s@<>()[\]",;:\\.]{2,}$/.test(text);

/** The formats that value schemas of element types may name. Browser and server check with these same functions. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  email: isEmail,
};
