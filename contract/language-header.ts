/** The language of responses, `zh` or `en`; the server ignores the browser's Accept-Language (docs/decisions/0048). */
export const languageHeader = 'blade-language'
