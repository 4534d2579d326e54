/** The password in the answer of a `newpassword` element, which holds it twice. */
export const newPasswordOf = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'password' in answer
    ? String(answer.password)
    : '';
