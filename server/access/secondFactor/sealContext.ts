/** Binds a sealed secret of an authenticator app to its user. */
export const getSealContext = (userId: string) => ({ purpose: 'totp', id: userId });
