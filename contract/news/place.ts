/** Address of an article: the named route of the home page's links, with its type (specification 000, section 2). */
export const articleAt = (id: string): string => `/projectDetails/${id}?type=news`
/** Address of a published file's page. */
export const publishedFileAt = (id: string): string => `/projectDetails/${id}?type=file`
/** Address of the list of one column. */
export const columnAt = (id: string): string => `/projectList1/${id}`
/** Address of a statement of the site. */
export const statementAt = (code: string): string => `/statement/${code}`
