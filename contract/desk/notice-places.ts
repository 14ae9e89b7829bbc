/** Last part of the address of the list of notices in the portal, in place of the title. */
export const noticesTitle = 'notices'
/** Address of the list of notices in the portal. */
export const noticesPath = `/projectList/${noticesTitle}`
/** Address of a notice in the portal: the named route of the home page's links, with its type (specification 000, section 2). */
export const noticeAt = (id: string): string => `/projectDetails/${id}?type=notice`
