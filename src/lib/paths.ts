/** Every address of the web app, spelled as product.md §2.1 spells it. */
export const paths = {
  base: () => '/',
  notFound: () => '/404',
  externalForm: (processGuid: string) => `/externalform/${encodeURIComponent(processGuid)}`,
  externalFormSucceed: (processGuid: string) => `/externalform/${encodeURIComponent(processGuid)}/succeed`,
};
