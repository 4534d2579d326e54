/** The second field of the widget, in names and ids. */
export const repeatPart = 'repeat';
