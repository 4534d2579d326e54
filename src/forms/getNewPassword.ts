/** Returns the password of a `newpassword` element, whose answer contains it twice. */
export const getNewPassword = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'password' in answer
    ? String(answer.password)
    : '';
