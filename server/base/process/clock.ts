const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

/** A moment in wire format: yyyy-MM-dd HH:mm:ss, zone Asia/Shanghai. */
export const wireTime = (at: Date = new Date()): string => parts.format(at)

/** The present minute as part of the name of a file: 20261130-1805. */
export const fileTime = (): string => wireTime().replace(/[-:]/g, '').replace(' ', '-').slice(0, 13)

/** Parses a moment in wire format. */
export const momentOf = (wire: string): Date => new Date(`${wire.replace(' ', 'T')}+08:00`)
