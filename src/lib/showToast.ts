/** Says something at the bottom of the page; `app` hands it in, for features do not know each other. */
export type ShowToast = (toast: { level: 'error' | 'warning' | 'success'; text: string }) => void;
