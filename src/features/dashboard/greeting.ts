export type Greeting = 'morning' | 'afternoon' | 'evening';

/** Morning before 12, afternoon from 12 to 18, evening from 18 (calls.md §9, Time). `hour` from 0 to 23. */
export function greetingAt(hour: number): Greeting {
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}
