const apiAddress = /^\/(api|provider|validators|dev)(\/|\?|$)/;

/** Returns true for an address of the API, which never gets a page. */
export const isOfApi = (url: string): boolean => apiAddress.test(url);
