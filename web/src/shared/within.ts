/** The result, or a failure once so many milliseconds have passed without it. */
export function within<Result>(milliseconds: number, result: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`Nothing came within ${milliseconds} ms.`)),
      milliseconds,
    );
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
