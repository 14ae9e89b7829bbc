const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="32" fill="#e9eef6"/>' +
  '<circle cx="32" cy="25" r="11" fill="#8b97a9"/><path d="M10 58a22 20 0 0 1 44 0z" fill="#8b97a9"/></svg>'

/** The default avatar as a data URL, because clients on other sites do not have our files. */
export const plainAvatar = `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`
