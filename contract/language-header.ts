/** The language of responses, `zh` or `en`; the server ignores the browser's Accept-Language (docs/decisions/0048). */
export const languageHeader = 'blade-language'

/** With the value `both`, errors also carry `text`: the message and those of faults in both languages, as a pair. */
export const textsHeader = 'blade-texts'
