/** The language of responses, `zh` or `en`; the server ignores the browser's Accept-Language (decisions.md 4). */
export const languageHeader = 'blade-language'
