/** Pages of visitors; all others that the server renders need the portal's texts. */
const visitorsPages: readonly string[] = ['form', 'pin', 'closed', 'answered', 'sent'];

export const isPortalPage = (rendered: string): boolean => !visitorsPages.includes(rendered);
