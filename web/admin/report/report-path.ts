/** Pattern of the address of a report's figures. */
export const reportPattern = '/report/report/:id'

export const reportPath = (id: string): string => reportPattern.replace(':id', id)
