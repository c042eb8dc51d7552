/** An error as the driver gives it, with the database's code. */
export function databaseError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

export function connectionLost(): Error {
  return new Error('Connection terminated unexpectedly');
}

export function connectionRefused(): Error {
  return databaseError('ECONNREFUSED', 'connect ECONNREFUSED');
}
