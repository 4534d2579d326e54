/** Pages of visitors that the server renders. All others need the portal's texts. */
export const visitorsPages = ['form', 'pin', 'closed', 'answered', 'sent'] as const;
export type VisitorsPage = (typeof visitorsPages)[number];

export const isVisitorsPage = (name: string): name is VisitorsPage =>
  visitorsPages.some((each) => each === name);
