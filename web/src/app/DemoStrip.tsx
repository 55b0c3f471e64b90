/** Above every screen of the demonstration: that nothing is real, and how far it goes. */
export function DemoStrip() {
  return (
    <aside aria-label="Demonstration" className="bg-copper-soft px-5 py-2 text-center text-s">
      <p>
        <strong className="font-[650]">Demonstration:</strong> nothing here is real. Nobody comes, and no card
        is charged. You can book a job by card and follow it; the rest needs a server.
      </p>
    </aside>
  );
}
