/** A fact about the installation. */
export type InstallationRow = {
  name: 'secretCheck' | 'demoLoading' | 'setUpLink' | 'pushKeys';
  value: string;
};
