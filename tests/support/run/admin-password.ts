/** The password of `admin` on every test database. */
export const adminPassword = 'Tq-wmzkd-582Hx'
