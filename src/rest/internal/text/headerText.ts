/** Whether a text can be sent in a header: visible characters, spaces and tabs (RFC 9110). */
export const fitsHeader = (text: unknown): boolean => typeof text === "string" && !/[^\t\x20-\x7e\x80-\xff]/.test(text)

/** What a media type, or a list of them, consists of. */
export const mediaType = /^[!-~](?:[\t -~]*[!-~])?$/
