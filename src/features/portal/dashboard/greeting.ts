export type Greeting = 'morning' | 'afternoon' | 'evening';

/** Returns morning before 12, afternoon before 18, else evening. `hour` is 0 to 23. */
export function getGreeting(hour: number): Greeting {
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}
