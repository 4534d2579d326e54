/** The day in Germany at an instant, as YYYY-MM-DD: what "today" means in a form (decisions.md, Tasks, time, lists). */
export function germanDay(instant: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(instant);
}
