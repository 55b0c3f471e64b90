// Files that were uploaded. They are kept for as long as the page is: an identity document has no place in a browser's storage.

/** By the id of the photo or the document. */
export const files = new Map<string, Blob>();
