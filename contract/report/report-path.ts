/** The address of a report's figures. */
export const reportPath = (id: string): string => `/report/report/${id}`

/** Where a person sees the reports that they have subscribed to. */
export const subscriptionsPath = '/report/my-subscriptions'
