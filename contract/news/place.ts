/** Where an article is read: the named route of the home page's links, with its type (specification 000, section 2). */
export const articleAt = (id: string): string => `/projectDetails/${id}?type=news`
/** Where a published file is told of. */
export const paperAt = (id: string): string => `/projectDetails/${id}?type=file`
/** What stands in one column. */
export const columnAt = (id: string): string => `/projectList1/${id}`
