/** DOM ids of the parts of a form. */
export const controlId = (elementId: string): string => `answer-${elementId}`;
export const frameId = (elementId: string): string => `element-${elementId}`;
export const helpId = (elementId: string): string => `help-${elementId}`;
export const errorId = (elementId: string): string => `error-${elementId}`;
export const sectionId = (headlineId: string): string => `section-${headlineId}`;
